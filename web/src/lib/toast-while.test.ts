import { beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '@/testing/deferred';
import { ApiError } from './api-error';
import { toastWhile } from './toast-while';
import { connectToasts } from './toasts';

const toasts = new Map<string | undefined, { text: string; life: number | false }>();
connectToasts({ show: ({ id, text, life }) => toasts.set(id, { text, life }), drop: (id) => toasts.delete(id) });
const work = { id: 'work', loading: 'planting a tree', success: 'It stands', failure: 'It fell' };

beforeEach(() => toasts.clear());

describe('toastWhile', () => {
  it('shows the loading text, then the success', async () => {
    const tree = deferred<string>();
    const done = toastWhile({ ...work, success: (name) => `${name} stands`, run: () => tree.promise });
    expect(toasts.get('work')).toEqual({ text: 'planting a tree', life: false });
    tree.give('The oak');
    expect(await done).toBe('The oak');
    expect(toasts.get('work')).toEqual({ text: 'The oak stands', life: 5000 });
  });

  it('shows the failure in the same toast, and rethrows it', async () => {
    const fault = new ApiError(500, 'unexpected', 'no water');
    await expect(toastWhile({ ...work, run: () => Promise.reject(fault) })).rejects.toBe(fault);
    expect(toasts.get('work')?.text).toBe('It fell');
    expect(toasts.size).toBe(1);
  });

  it('removes its toast if the failure is shown elsewhere', async () => {
    const fault = new ApiError(409, 'only_admin', '');
    await expect(toastWhile({ ...work, failure: () => null, run: () => Promise.reject(fault) })).rejects.toBe(fault);
    expect(toasts.size).toBe(0);
  });
});
