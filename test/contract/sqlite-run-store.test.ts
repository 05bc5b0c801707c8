import { sqliteDatabase } from '../helpers/store-database.ts';
import { describeRunStore } from './run-store.ts';

describeRunStore('SQLite', sqliteDatabase);
