import { sqliteDatabase } from '../helpers/store-database.ts';
import { describePullStore } from './pull-store.ts';

describePullStore('SQLite', sqliteDatabase);
