import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { runAction } from './mutations';

it('an action takes its optimistic changes back when it has ended, with one toast if it failed', async () => {
  const rollback = vi.fn();
  show(<p>here</p>);
  expect(await runAction(async () => expect(rollback).not.toHaveBeenCalled(), [rollback])).toBe(true);
  expect(rollback).toHaveBeenCalledTimes(1);
  expect(await runAction(() => Promise.reject(new Error('Boom')), [rollback])).toBe(false);
  expect(rollback).toHaveBeenCalledTimes(2);
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
});
