import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aUser } from '../fixtures';

/** Who looks at the screens of the rows. */
export const me = aUser();
/** What stands beside the data of a list that has no more pages. */
export const page = { next: null };
/** When a card was worked out, something was decided, or somebody came in: newer than what is made by default. */
export const computedAt = '2026-01-02T00:00:00.000Z';

/** Marks what a row is about. */
export const subject = (children: ReactNode) => <div data-testid="subject">{children}</div>;
/** What a person reads of it. */
export const text = () => screen.getByTestId('subject').textContent;
/** For what has no screen yet: what a screen would be given. */
export const json = (value: unknown) => <>{JSON.stringify(value)}</>;
