import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { Wizard } from './wizard';

const right = [true, true, true];
const onSubmit = vi.fn();
beforeEach(() => {
  right.fill(true);
  onSubmit.mockReset();
});

function Three({ busyFrom = 3, mayLeave }: { busyFrom?: number; mayLeave?: () => Promise<boolean> }) {
  const [step, setStep] = useState(0);
  const stepOf = (title: string, index: number) => ({
    title,
    content: <input aria-label={`About ${title}`} />,
    validate: () => right[index]!,
  });
  return (
    <Wizard
      title="Create New Event"
      steps={['Details', 'Place', 'More'].map(stepOf)}
      step={step}
      onStep={setStep}
      cancelTo="/societies/1/events"
      submitLabel="Create Event"
      busyLabel="Creating Event..."
      busy={step >= busyFrom}
      onSubmit={onSubmit}
      {...(mayLeave ? { mayLeave } : {})}
    />
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const isOpen = (title: string) => screen.queryByRole('heading', { level: 2, name: title }) !== null;

describe('a form in steps', () => {
  it('goes from the first to the last step, and shows the current one', async () => {
    const { user } = show(<Three />);
    expect(isOpen('Details')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
    await user.click(button('Next Step'));
    expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Place');
    await user.click(button('Next Step'));
    await user.click(button('Create Event'));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('focuses the heading of a step that opens', async () => {
    const { user } = show(<Three />);
    await user.click(button('Next Step'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Place' }));
  });

  it('opens the next step on Enter, and submits only on the last', async () => {
    const { user } = show(<Three />);
    await user.type(screen.getByRole('textbox'), 'Finals{Enter}');
    await user.type(screen.getByRole('textbox'), 'Hall B{Enter}');
    expect(isOpen('More')).toBe(true);
    expect(onSubmit).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('goes on only from a valid step, and back from any', async () => {
    const { user } = show(<Three />);
    right[0] = false;
    await user.click(button('Next Step'));
    expect(isOpen('Details')).toBe(true);
    right[0] = true;
    await user.click(button('Next Step'));
    right[1] = false;
    await user.click(button('Previous'));
    expect(isOpen('Details')).toBe(true);
  });

  it('validates every step before submitting, and opens the first invalid one', async () => {
    const { user } = show(<Three />);
    await user.click(button('Next Step'));
    await user.click(button('Next Step'));
    right[1] = false;
    await user.click(button('Create Event'));
    expect(isOpen('Place')).toBe(true);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('cannot be submitted twice while a submit is under way', async () => {
    const { user } = show(<Three busyFrom={2} />);
    await user.click(button('Next Step'));
    await user.click(button('Next Step'));
    await user.click(button('Creating Event...'));
    await user.type(screen.getByRole('textbox'), '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is left by Cancel after the input may be discarded', async () => {
    const mayLeave = vi.fn(async () => false);
    const { user, place } = show(<Three mayLeave={mayLeave} />);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(place()).toBe('/');
    mayLeave.mockResolvedValue(true);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(place()).toBe('/societies/1/events'));
  });
});
