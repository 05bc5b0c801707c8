/** Drawn on a grid of 16 with a stroke of 1.5. */
const PATHS = {
  board: 'M2.75 3.5v9M6.25 3.5v5.5M9.75 3.5v7M13.25 3.5v3.5',
  all: 'M2.75 2.75h4v4h-4zM9.25 2.75h4v4h-4zM2.75 9.25h4v4h-4zM9.25 9.25h4v4h-4z',
  sessions: 'M2.5 3.5h11v7.25h-11zM5.5 13.25h5',
  daemon: 'M3 3h10v4H3zM3 9h10v4H3zM5.25 5h.01M5.25 11h.01',
  numbers: 'M2.5 13.25h11M4.25 10.75v-3M8 10.75v-8M11.75 10.75v-5.5',
  settings: 'M2.5 4.75h6M11.5 4.75h2M2.5 11.25h2M7.5 11.25h6M8.5 3.25v3M4.5 9.75v3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  plus: 'M8 3.25v9.5M3.25 8h9.5',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.25 8.5l3 3 6.5-7',
  chevron: 'M6 4l4 4-4 4',
  folder: 'M2.25 4.25h4l1.5 1.75h6v6.75H2.25z',
  branch:
    'M4.5 5.75v4.5M4.5 5.75a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM4.5 13.25a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11.5 5.75a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11.5 5.75c0 2.75-7 1.75-7 4.5',
  warning: 'M8 2.5l6 10.75H2zM8 6.5v3M8 11.4v.01',
  down: 'M8 3v9.5M4 8.75L8 12.5l4-3.75',
  copy: 'M5.5 5.5h7.25v7.25H5.5zM3.25 10.5V3.25h7.25',
  reveal: 'M9.5 2.75h3.75V6.5M13 3L7.5 8.5M11.25 9.5v3.75h-8.5v-8.5H6.5',
  read: 'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8zM8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  edit: 'M3 13l.75-3 7.5-7.5 2.25 2.25-7.5 7.5z',
  run: 'M3 4.5l3.5 3.5L3 11.5M8.5 12h4.5',
  think: 'M8 13.25v.01M6 5.75a2 2 0 1 1 3 1.7c-.7.45-1 .9-1 1.8v.75',
  tool: 'M8 2.75v10.5M2.75 8h10.5M4.25 4.25l7.5 7.5M11.75 4.25l-7.5 7.5',
} as const;

export type IconName = keyof typeof PATHS;

/** These point to where reading goes on. */
const POINTING: ReadonlySet<IconName> = new Set(['chevron', 'reveal', 'run']);

/** Decoration only: what it means is always said in words beside it. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 ${POINTING.has(name) ? 'icon-pointing' : ''} ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
