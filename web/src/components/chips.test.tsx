import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '@/testing/render';
import { ChipSet, Chips } from './chips';

const options = ['free', 'fun', 'online'].map((value) => ({ value, label: value.toUpperCase() }));
const chip = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const pressed = () =>
  screen
    .getAllByRole('button')
    .filter((each) => each.getAttribute('aria-pressed') === 'true')
    .map((each) => each.textContent);

function One() {
  const [value, setValue] = useState('free');
  return <Chips label="Kind" options={options} value={value} onChange={setValue} />;
}

function Some() {
  const [values, setValues] = useState<string[]>([]);
  return <ChipSet label="Tags" options={options} values={values} onChange={setValues} max={2} />;
}

it('Chips choose one option', async () => {
  const { user } = show(<One />);
  expect(screen.getByRole('group', { name: 'Kind' })).toBeDefined();
  expect(pressed()).toEqual(['FREE']);
  await user.click(chip('FUN'));
  expect(pressed()).toEqual(['FUN']);
});

it('ChipSet chooses several options, removes one, and disables the rest at the limit', async () => {
  const { user } = show(<Some />);
  await user.click(chip('ONLINE'));
  await user.click(chip('FREE'));
  expect(pressed()).toEqual(['FREE', 'ONLINE']);
  expect(chip('FUN').disabled).toBe(true);
  await user.click(chip('FREE'));
  expect(pressed()).toEqual(['ONLINE']);
  expect(chip('FUN').disabled).toBe(false);
});

describe('a row of chips that is wider than its place', () => {
  const scrolledBy = vi.fn();
  const rect = (left: number, right: number) => ({ left, right }) as DOMRect;
  const restored: (() => void)[] = [];
  const stub = (name: 'clientWidth' | 'scrollWidth', value: number) => {
    const before = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name);
    Object.defineProperty(HTMLElement.prototype, name, { value, configurable: true });
    restored.push(() => {
      if (before) Object.defineProperty(HTMLElement.prototype, name, before);
      else Reflect.deleteProperty(HTMLElement.prototype, name);
    });
  };
  beforeEach(() => {
    stub('clientWidth', 200);
    stub('scrollWidth', 600);
    HTMLElement.prototype.scrollBy = scrolledBy;
    // The third chip is out of sight.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return this.textContent === 'ONLINE' ? rect(500, 580) : rect(0, 200);
    });
  });
  afterEach(() => {
    for (const restore of restored.splice(0)) restore();
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollBy');
    scrolledBy.mockClear();
    vi.restoreAllMocks();
  });

  it('scrolls to the pressed chip, and only if that is not in view', () => {
    const { unmount } = show(<Chips label="Kind" options={options} value="free" onChange={() => {}} />);
    expect(scrolledBy).not.toHaveBeenCalled();
    unmount();
    show(<Chips label="Kind" options={options} value="online" onChange={() => {}} />);
    expect(scrolledBy).toHaveBeenCalledWith({ left: 440, behavior: 'instant' });
  });

  it('has an arrow for a mouse where it goes on, hidden from keyboards and screen readers', async () => {
    const { user } = show(<Chips label="Kind" options={options} value="free" onChange={() => {}} />);
    const arrows = document.querySelectorAll<HTMLElement>('[data-to]');
    expect([...arrows].map((arrow) => [arrow.dataset.to, arrow.tabIndex, arrow.getAttribute('aria-hidden')])).toEqual([
      ['end', -1, 'true'],
    ]);
    await user.click(arrows[0]!);
    expect(scrolledBy).toHaveBeenCalledWith({ left: 140, behavior: 'smooth' });
  });
});
