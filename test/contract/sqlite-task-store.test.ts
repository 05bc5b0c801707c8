import { sqliteDatabase } from '../helpers/store-database.ts';
import { describeTaskStore } from './task-store.ts';

describeTaskStore('SQLite', sqliteDatabase);
