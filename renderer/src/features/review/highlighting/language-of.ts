/** Languages whose files have another ending than their name or an alias of it. */
const BY_ENDING: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  cts: 'typescript',
  mts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  svelte: 'xml',
  htm: 'xml',
  svg: 'xml',
  jsonc: 'json',
  json5: 'json',
  zsh: 'bash',
  bash: 'bash',
  h: 'c',
  cxx: 'cpp',
  hpp: 'cpp',
  pyi: 'python',
  toml: 'ini',
  cfg: 'ini',
  conf: 'ini',
  properties: 'ini',
  gradle: 'kotlin',
  mdx: 'markdown',
};

const BY_NAME: Readonly<Record<string, string>> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  '.bashrc': 'bash',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
};

/** The name of a file's language, or its ending, which may be an alias of one. Null: nothing is known of it. */
export function languageOf(path: string): string | null {
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  const byName = BY_NAME[name];
  if (byName !== undefined) return byName;
  const dot = name.lastIndexOf('.');
  if (dot < 0) return null;
  const ending = name.slice(dot + 1);
  return BY_ENDING[ending] ?? ending;
}
