import { act, cleanup, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { Message, PayloadOf } from '#models/contract/define';
import { queryClient } from '@/lib/query';
import { holdAnswers } from './fake-server';
import { arrives } from './fake-socket';
import { beginRefetch, isShown, refetchAll } from './refetch';
import { show } from './render';

export interface ConformanceRow {
  message: Message;
  /** Distinguishes rows of one message. */
  what?: string;
  screen: ReactNode;
  /** Clicks needed before the state is visible. */
  open?: (user: ReturnType<typeof show>['user']) => Promise<void>;
  /** Serves the gateway's answers before or after the change. */
  serve: (isAfter: boolean) => void;
  /** The visible state. */
  state: () => unknown;
  deliver: () => void;
  /** Delivers an older message late. */
  late: () => void;
}

/** A row whose payloads are checked against the message's type. */
export function row<M extends Message>(
  message: M,
  payload: PayloadOf<M>,
  { late, ...rest }: Omit<ConformanceRow, 'message' | 'deliver' | 'late'> & { late: PayloadOf<M> | (() => void) },
): ConformanceRow {
  return {
    message,
    ...rest,
    deliver: () => arrives(message, payload),
    late: typeof late === 'function' ? (late as () => void) : () => arrives(message, late),
  };
}

const settled = async (): Promise<void> => {
  await isShown();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await isShown();
};

async function opened({ screen, open, serve }: ConformanceRow): Promise<void> {
  serve(false);
  const { user } = show(screen);
  await settled();
  if (!open) return;
  await open(user);
  await settled();
}

async function stateAfterMessage(row: ConformanceRow): Promise<unknown> {
  await opened(row);
  const before = row.state();
  row.serve(true);
  row.deliver();
  await settled();
  expect(row.state()).not.toEqual(before);
  return row.state();
}

/** Tests the four rules for every message (live.md, 'Order and repeats'). */
export function conforms(one: ConformanceRow): void {
  describe(`${one.message.name}${one.what ? ` (${one.what})` : ''}`, () => {
    it('gives the same state as a refetch and as a new visit', async () => {
      const after = await stateAfterMessage(one);
      await refetchAll();
      expect(one.state()).toEqual(after);
      cleanup();
      queryClient.clear();
      await opened({ ...one, serve: () => one.serve(true) });
      expect(one.state()).toEqual(after);
    });

    it('has no further effect when repeated', async () => {
      const after = await stateAfterMessage(one);
      one.deliver();
      await settled();
      expect(one.state()).toEqual(after);
    });

    it('is not undone by an older message that arrives later', async () => {
      const after = await stateAfterMessage(one);
      one.late();
      await settled();
      expect(one.state()).toEqual(after);
    });

    it('is not undone by an answer that was requested before it', async () => {
      await opened(one);
      const before = one.state();
      const held = holdAnswers();
      const fetched = beginRefetch();
      held.pass();
      one.serve(true);
      one.deliver();
      await act(async () => {});
      held.give();
      await isShown(fetched);
      await settled();
      const after = one.state();
      expect(after).not.toEqual(before);
      await refetchAll();
      expect(one.state()).toEqual(after);
    });
  });
}
