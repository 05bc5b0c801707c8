/** The names of everything that crosses between window and main process. */
export const CALL_CHANNEL = 'fleetboard:call';
export const PUSH_CHANNEL = 'fleetboard:push';
export const CHOOSE_FOLDER_CHANNEL = 'fleetboard:choose-folder';
export const REVEAL_FOLDER_CHANNEL = 'fleetboard:reveal-folder';
export const SHOW_CHANNEL = 'fleetboard:show';
export const READY_TO_SHOW_CHANNEL = 'fleetboard:ready-to-show';
