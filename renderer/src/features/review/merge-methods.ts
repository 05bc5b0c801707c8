export const MERGE_METHODS = [
  { value: 'merge', name: 'Merge', words: 'Keeps its commits, and adds one that brings them in.' },
  { value: 'squash', name: 'Squash', words: 'One commit with everything that it changed.' },
  { value: 'rebase', name: 'Rebase', words: 'Puts its commits on top of the base, one by one.' },
] as const;
