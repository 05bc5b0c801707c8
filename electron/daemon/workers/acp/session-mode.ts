import { setImmediate as nextTurn } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';

type SelectOption = Extract<acp.SessionConfigOption, { type: 'select' }>;

/**
 * Puts a session in the mode in which its agent asks, and reads it back; null when it is in force. `toldMode` is the
 * last mode that the agent announced by itself, null while it announced none.
 */
export async function setMode(
  connection: acp.ClientConnection,
  session: acp.NewSessionResponse,
  mode: string,
  toldMode: () => string | null,
): Promise<WorkError | null> {
  const { session: methods } = acp.methods.agent;
  const { sessionId } = session;
  const option = modeOption(session);
  const choices = option === undefined ? [] : choicesOf(option);
  // The option comes first: its answer says what is in force, which that of set_mode does not.
  if (option !== undefined && choices.includes(mode)) {
    const answer = await connection.agent.request(methods.setConfigOption, {
      sessionId,
      configId: option.id,
      value: mode,
    });
    return inForce(answer.configOptions?.find(({ id }) => id === option.id)?.currentValue, mode);
  }
  const offered = session.modes?.availableModes.map((available) => available.id) ?? [];
  if (!offered.includes(mode)) {
    const list = [...new Set([...choices, ...offered])].join(', ') || 'none';
    return workError(
      'agent_mode_refused',
      `The agent offers no mode "${mode}"; it offers: ${list}.`,
    );
  }
  await connection.agent.request(methods.setMode, { sessionId, modeId: mode });
  // What the agent announced before its answer has been handled after this.
  await nextTurn();
  return inForce(toldMode() ?? mode, mode);
}

function inForce(now: unknown, mode: string): WorkError | null {
  if (now === mode) return null;
  return workError(
    'agent_mode_refused',
    `The agent stayed in mode "${String(now)}" instead of "${mode}".`,
  );
}

function modeOption(session: acp.NewSessionResponse): SelectOption | undefined {
  return session.configOptions?.find(
    (option): option is SelectOption => option.category === 'mode' && option.type === 'select',
  );
}

function choicesOf(option: SelectOption): string[] {
  return option.options.flatMap((choice) =>
    'options' in choice ? choice.options.map(({ value }) => value) : [choice.value],
  );
}
