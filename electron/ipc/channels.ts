/** The names of everything that crosses between window and main process. */
export const CALL_CHANNEL = 'fleetboard:call';
export const PUSH_CHANNEL = 'fleetboard:push';
export const CHOOSE_FOLDER_CHANNEL = 'fleetboard:choose-folder';
export const REVEAL_FOLDER_CHANNEL = 'fleetboard:reveal-folder';
