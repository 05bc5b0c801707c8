import { sqliteDatabase } from '../helpers/store-database.ts';
import { describeBoardStore } from './board-store.ts';
import { describeEventStore } from './event-store.ts';
import { describeFleetStore } from './fleet-store.ts';
import { describeLookup } from './lookup.ts';
import { describeNumbersStore } from './numbers-store.ts';
import { describeSessionStore } from './session-store.ts';
import { describeWaitingOnPeople } from './task-store.ts';

describeWaitingOnPeople('SQLite', sqliteDatabase);
describeSessionStore('SQLite', sqliteDatabase);
describeBoardStore('SQLite', sqliteDatabase);
describeLookup('SQLite', sqliteDatabase);
describeFleetStore('SQLite', sqliteDatabase);
describeEventStore('SQLite', sqliteDatabase);
describeNumbersStore('SQLite', sqliteDatabase);
