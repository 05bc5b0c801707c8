import { useState } from 'react';
import type { NumbersSpan } from '../../../../shared/numbers.ts';
import { areEmpty } from '../../../../shared/settled-numbers.ts';
import { ProblemWords } from '../../components/problem-words.tsx';
import { Screen } from '../../components/screen.tsx';
import { Figures } from './figures.tsx';
import { NothingSettled } from './nothing-settled.tsx';
import { NumbersSkeleton } from './numbers-skeleton.tsx';
import { NumbersToolbar } from './numbers-toolbar.tsx';
import { useNumbers } from './use-numbers.ts';

/** What settled, how its time went by, who succeeded and what it cost. */
export function NumbersScreen() {
  const [span, choose] = useState<NumbersSpan>('week');
  /** Null: up to now. */
  const [until, goTo] = useState<number | null>(null);
  const [isTable, showTable] = useState(false);
  const { answer, isCurrent } = useNumbers(span, until);
  const read = answer?.result.ok === true ? answer.result.value : null;
  // That nothing settled in another time says nothing about this one; figures of another time are told by their look.
  const isUnknown = answer === null || (!isCurrent && read !== null && areEmpty(read));
  return (
    <Screen title="Numbers">
      <div className="numbers-figures space-y-6" aria-busy={!isCurrent}>
        <NumbersToolbar
          span={span}
          numbers={isCurrent ? read : null}
          isNow={until === null}
          isTable={isTable}
          choose={(chosen) => {
            choose(chosen);
            goTo(null);
          }}
          goTo={goTo}
          showTable={showTable}
        />
        {isUnknown && <NumbersSkeleton />}
        {answer?.result.ok === false && <ProblemWords problem={answer.result.problem} />}
        {read !== null &&
          !isUnknown &&
          (areEmpty(read) ? (
            <NothingSettled isNow={until === null} />
          ) : (
            <Figures numbers={read} isTable={isTable} isCurrent={isCurrent} />
          ))}
      </div>
    </Screen>
  );
}
