import { sqliteDatabase } from '../helpers/store-database.ts';
import { describeBoardStore } from './board-store.ts';
import { describeSessionStore } from './session-store.ts';
import { describeWaitingOnPeople } from './task-store.ts';

describeWaitingOnPeople('SQLite', sqliteDatabase);
describeSessionStore('SQLite', sqliteDatabase);
describeBoardStore('SQLite', sqliteDatabase);
