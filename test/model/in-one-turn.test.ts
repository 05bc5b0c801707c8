import { describeRandomHistories } from './random-histories.ts';

describeRandomHistories('in one turn', 0.2);
