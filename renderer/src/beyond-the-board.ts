/** Everything that the first board does without: one part of the program, read when the board has been painted. */
export { DaemonsScreen } from './features/daemon/daemons-screen.tsx';
export { Details } from './features/details/details.tsx';
export { KeyHelp } from './features/keys/key-help.tsx';
export { StartDialog } from './features/new-task/start-dialog.tsx';
export { Palette } from './features/palette/palette.tsx';
export { RunDialogs } from './features/review/run-dialogs.tsx';
export { RunDetailsPane } from './features/run/run-details.tsx';
export { SessionsScreen } from './features/sessions/sessions-screen.tsx';
export { SettingsScreen } from './features/settings/settings-screen.tsx';
