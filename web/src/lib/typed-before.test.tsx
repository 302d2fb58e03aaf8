import { act } from '@testing-library/react';
import { useRef, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useForm } from './use-form';
import { useTypedBefore } from './use-typed-before';

function Login() {
  const { form, values, set } = useForm({ email: '', kind: 'a' });
  return (
    <form ref={form}>
      <input name="email" value={values.email} onChange={(event) => set('email', event.target.value)} />
      {['a', 'b'].map((kind) => (
        <input key={kind} type="radio" name="kind" value={kind} checked={values.kind === kind} onChange={() => set('kind', kind)} />
      ))}
      <output>{`${values.email} ${values.kind}`}</output>
    </form>
  );
}

function Search() {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useTypedBefore(field, '', ({ value }) => setText(value));
  return (
    <>
      <input ref={field} value={text} onChange={(event) => setText(event.target.value)} />
      <output>{text}</output>
    </>
  );
}

let root: Root | undefined;
beforeEach(() => document.documentElement.setAttribute('data-rendered', ''));
afterEach(() => {
  act(() => root?.unmount());
  document.documentElement.removeAttribute('data-rendered');
});

/** Types into the rendered part, and takes it over. */
function typeAndTakeOver(part: React.ReactElement): { field: HTMLInputElement | null; shown: () => string | null | undefined } {
  const box = document.createElement('div');
  document.body.append(box);
  box.innerHTML = renderToString(part);
  const field = box.querySelector('input');
  if (field) field.value = 'typed';
  act(() => {
    root = hydrateRoot(box, part);
  });
  return { field, shown: () => box.querySelector('output')?.textContent };
}

it('what was typed into a form before it is taken over becomes its value, and nothing else changes', () => {
  const { field, shown } = typeAndTakeOver(<Login />);
  expect([field?.value, shown()]).toEqual(['typed', 'typed a']);
});

it('what was typed into a search field before it is taken over is searched for', () => {
  const { field, shown } = typeAndTakeOver(<Search />);
  expect([field?.value, shown()]).toEqual(['typed', 'typed']);
});
