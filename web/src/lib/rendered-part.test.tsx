import { act } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { lazyOptional } from './lazy-optional';

it('a part that the gateway has rendered stays while its script is being loaded, though its page renders again', async () => {
  const Part = lazyOptional(() => new Promise<never>(() => {}), { fallback: 'Loading' });
  let renderAgain = (): void => {};
  function Page() {
    const [, setCount] = useState(0);
    renderAgain = () => setCount((count) => count + 1);
    return (
      <main>
        <Part />
      </main>
    );
  }
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<main><!--$--><p>Rendered</p><!--/$--></main>';
  await act(async () => hydrateRoot(root, <Page />));
  await act(async () => renderAgain());
  expect(root.textContent).toBe('Rendered');
});
