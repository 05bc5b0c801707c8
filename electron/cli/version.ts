import manifest from '../../package.json' with { type: 'json' };

export const FLEETBOARD_VERSION = manifest.version;
