import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aUser } from '../fixtures';

/** The viewer of all rows. */
export const me = aUser();
/** Extra fields of a list without further pages. */
export const page = { next: null };
/** A time newer than the fixtures' default, for computed cards, decisions and check-ins. */
export const computedAt = '2026-01-02T00:00:00.000Z';

/** Marks the part of the screen that `text` reads. */
export const subject = (children: ReactNode) => <div data-testid="subject">{children}</div>;
/** The visible text of the subject. */
export const text = () => screen.getByTestId('subject').textContent;
/** Renders values as JSON, for state without a screen. */
export const json = (value: unknown) => <>{JSON.stringify(value)}</>;
