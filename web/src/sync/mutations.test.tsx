import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError, hasCode } from '@/lib/api';
import { useForm } from '@/lib/use-form';
import { deferred } from '@/testing/deferred';
import { show } from '@/testing/render';
import { useFormAction } from './form-action';
import { useIdempotencyKey } from './idempotency-key';
import { useAction } from './mutations';

const taken = new ApiError(409, 'name_taken', 'Taken.');
const invalid = new ApiError(400, 'validation_failed', 'Look again.', { name: 'Too short' });
const unanswered = new ApiError(0, 'offline', '');

it('an action is busy until it is answered, and runs once meanwhile', async () => {
  const answer = deferred<void>();
  const work = vi.fn((_input: string) => answer.promise);
  function Button() {
    const { run, isBusy, busyWith } = useAction(work);
    return (
      <button type="button" onClick={() => void run('a')}>
        {isBusy ? `Busy with ${busyWith}` : 'Idle'}
      </button>
    );
  }
  const { user } = show(<Button />);
  await user.click(screen.getByRole('button', { name: 'Idle' }));
  await user.click(await screen.findByRole('button', { name: 'Busy with a' }));
  answer.give(undefined);
  await screen.findByRole('button', { name: 'Idle' });
  expect(work).toHaveBeenCalledOnce();
});

it('an action chooses the text of a failure by its error', async () => {
  const errors = [taken, new ApiError(429, 'too_many_requests', 'Slow.'), new ApiError(500, 'internal', 'Boom')];
  const onError = vi.fn();
  function Button() {
    const failure = (error: unknown) => (hasCode(error, 'name_taken') ? false : hasCode(error, 'internal') ? 'It broke.' : undefined);
    const { run } = useAction(() => Promise.reject(errors.shift()), { failure, onError });
    return (
      <button type="button" onClick={() => void run()}>
        Press
      </button>
    );
  }
  const { user } = show(<Button />);
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(onError).toHaveBeenCalledWith(taken));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Press' }));
  expect(await screen.findByText('Slow.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Press' }));
  expect(await screen.findByText('It broke.')).toBeDefined();
});

it('the action of a form sends valid values only, and shows the field errors of a failure until the next try', async () => {
  const outcomes = [() => Promise.reject(invalid), () => Promise.resolve()];
  const work = vi.fn((_values: { name: string }) => outcomes.shift()?.() ?? Promise.resolve());
  function Form() {
    const form = useForm({ name: '' });
    const { submit } = useFormAction(form, work, { validate: ({ name }) => (name ? {} : { name: 'Required' }) });
    return (
      <form ref={form.form} onSubmit={submit}>
        <input aria-label="Name" value={form.values.name} onChange={(event) => form.set('name', event.target.value)} />
        <p>{form.errors.name ?? 'Fine'}</p>
      </form>
    );
  }
  const { user } = show(<Form />);
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  expect(screen.getByText('Required')).toBeDefined();
  expect(work).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Name'), 'ab{Enter}');
  expect(await screen.findByText('Too short')).toBeDefined();
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  expect(await screen.findByText('Fine')).toBeDefined();
  expect(work.mock.calls.map(([values]) => values)).toEqual([{ name: 'ab' }, { name: 'ab' }]);
});

it('the same input has the same idempotency key until it is answered', async () => {
  const proxied = new ApiError(502, 'unexpected', 'Bad gateway');
  const inProgress = new ApiError(409, 'in_progress', 'Wait');
  const outcomes = [unanswered, proxied, inProgress, taken, null, null];
  const keys: string[] = [];
  function Button() {
    const once = useIdempotencyKey();
    const send = (key: string) => {
      keys.push(key);
      const error = outcomes.shift();
      return error ? Promise.reject(error) : Promise.resolve();
    };
    return (
      <button type="button" onClick={() => void once('a', send).catch(() => {})}>
        Send
      </button>
    );
  }
  const { user } = show(<Button />);
  for (let i = 0; i < 6; i++) await user.click(screen.getByRole('button'));
  // Unanswered, by a proxy, in progress, refused: one key. Then one for each answered call.
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 0, 4, 5]);
});
