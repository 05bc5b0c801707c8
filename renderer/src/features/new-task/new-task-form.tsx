import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Catalog, StartInput } from '../../../../shared/contract.ts';
import { Button } from '../../components/button.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { AgentField, KindField, ProfileField, ShapeField } from './choice-fields.tsx';
import { FolderField } from './folder-field.tsx';
import type { FormPart } from './form-part.ts';
import { FormRefusal } from './form-refusal.tsx';
import { PromptField } from './prompt-field.tsx';
import { rememberedFolder } from './remembered-folder.ts';
import { type StartRefusal, startTask } from './start-task.ts';

const NOTHING_REFUSED: StartRefusal = { fields: [], words: null };
const SUBMIT_KEY = navigator.userAgent.includes('Mac') ? '⌘ Enter' : 'Ctrl+Enter';

export function NewTaskForm({ catalog }: { catalog: Catalog }) {
  const draft = useFleet((fleet) => fleet.draft);
  const input = withDefaults(draft, catalog);
  const [refusal, setRefusal] = useState(NOTHING_REFUSED);
  const [isUnderWay, setUnderWay] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function change(changed: Partial<StartInput>) {
    useFleet.setState({ draft: { ...input, ...changed } });
    setRefusal(({ words, fields }) => ({
      words,
      fields: fields.filter((problem) => !Object.hasOwn(changed, problem.field)),
    }));
  }

  async function submit() {
    if (isUnderWay) return;
    setUnderWay(true);
    const refused = await startTask(input);
    setUnderWay(false);
    if (refused === null) return;
    setRefusal(refused);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  function submitByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  const part: FormPart = { input, catalog, refusal, change };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={submitByKey}
      className="flex min-h-0 flex-col"
    >
      <div className="space-y-4 overflow-y-auto px-6 pt-2 pb-5">
        <FormRefusal refusal={refusal} />
        <PromptField {...part} />
        <FolderField {...part} />
        <div className="grid grid-cols-2 gap-x-6 gap-y-4">
          <AgentField {...part} />
          <ProfileField {...part} />
          <KindField {...part} />
          <ShapeField {...part} />
        </div>
      </div>
      <footer className="flex items-center justify-end gap-3 border-t border-line px-6 py-3">
        <span className="text-xs text-ink-3">{SUBMIT_KEY} starts it as well</span>
        <Button look="primary" type="submit" aria-disabled={isUnderWay} className="px-4">
          Start
        </Button>
      </footer>
    </form>
  );
}

function withDefaults(draft: Partial<StartInput>, catalog: Catalog): StartInput {
  return {
    kind: 'spawn',
    shape: 'ship',
    agent: 'demo',
    profile: 'careful',
    prompt: '',
    folder: rememberedFolder() ?? catalog.recentFolders[0] ?? '',
    ...draft,
  };
}
