import { describeRandomHistories } from './random-histories.ts';

describeRandomHistories('one by one', 0.8);
