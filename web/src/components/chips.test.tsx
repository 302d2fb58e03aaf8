import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
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
