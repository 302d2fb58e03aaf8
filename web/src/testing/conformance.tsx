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
  /** Where one message tells of several things. */
  what?: string;
  screen: ReactNode;
  /** What is to be pressed before it can be seen. */
  open?: (user: ReturnType<typeof show>['user']) => Promise<void>;
  /** What the gateway answers before the change, and after it. */
  serve: (isAfter: boolean) => void;
  /** What a person sees. */
  state: () => unknown;
  tell: () => void;
  /** What was said before it, and comes after it. */
  late: () => void;
}

/** A row whose payloads are held to the message's own type. */
export function row<M extends Message>(
  message: M,
  payload: PayloadOf<M>,
  { late, ...rest }: Omit<ConformanceRow, 'message' | 'tell' | 'late'> & { late: PayloadOf<M> | (() => void) },
): ConformanceRow {
  return {
    message,
    ...rest,
    tell: () => arrives(message, payload),
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
  row.tell();
  await settled();
  expect(row.state()).not.toEqual(before);
  return row.state();
}

/** The four things that must hold of every message (live.md, 'Order and repeats'). */
export function conforms(one: ConformanceRow): void {
  describe(`${one.message.name}${one.what ? ` (${one.what})` : ''}`, () => {
    it('leaves what a refetch gives, and what somebody sees who comes now', async () => {
      const after = await stateAfterMessage(one);
      await refetchAll();
      expect(one.state()).toEqual(after);
      cleanup();
      queryClient.clear();
      await opened({ ...one, serve: () => one.serve(true) });
      expect(one.state()).toEqual(after);
    });

    it('twice is once', async () => {
      const after = await stateAfterMessage(one);
      one.tell();
      await settled();
      expect(one.state()).toEqual(after);
    });

    it('is not set back by what was said before it', async () => {
      const after = await stateAfterMessage(one);
      one.late();
      await settled();
      expect(one.state()).toEqual(after);
    });

    it('is not set back by an answer that was asked for before it', async () => {
      await opened(one);
      const before = one.state();
      const held = holdAnswers();
      const fetched = beginRefetch();
      held.pass();
      one.serve(true);
      one.tell();
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
