import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Banner } from '../../components/banner.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { problemAsText } from '../../state/reason.ts';

/** There for as long as the database has a trouble: full disk, locked, corrupt. */
export function TroubleBanner() {
  const trouble = useFleet((fleet) => fleet.trouble);
  if (trouble === null) return null;
  return (
    <Banner
      label="Database trouble"
      tone="failed"
      headline={visibleText(trouble.message)}
      copied={problemAsText(trouble)}
    >
      <p className="break-words">
        <AgentText text={trouble.nextStep} />
      </p>
      <p className="font-mono text-2xs text-ink-3">{trouble.code}</p>
    </Banner>
  );
}
