import { Suspense } from 'react';
import type { Society } from '#models/contract/societies';
import { useUser } from '@/lib/session';
import { QuestionCard } from './society-parts';

/** What the society asks of who wants to join; an answer is welcome and never needed. */
export function Question({ society }: { society: Society }) {
  const isSignedIn = useUser() !== null;
  const { ID, Can, Role, Question: text, Request_Status } = society;
  if (!isSignedIn || Role || !Can.join || !text || Request_Status === 'pending') return null;
  return (
    <Suspense>
      <QuestionCard id={ID} question={text} />
    </Suspense>
  );
}
