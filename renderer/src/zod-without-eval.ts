import { config } from 'zod';

// The content security policy refuses compiled parsers; without this, zod tries and the console has an error.
config({ jitless: true });
