import { type ComponentType, lazy } from 'react';
import { lazyDialog } from '@/components/lazy-dialog';
import { withTexts } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';

type Part<P> = () => Promise<{ default: ComponentType<P> }>;

/** Declares a lazily loaded part of the society page, with its texts. */
function lazyPart<P extends object>(load: Part<P>) {
  const loadAll = withTexts(load, 'society');
  return { load: loadAll, Part: lazy(loadAll) };
}

/** Declares an optional part: nothing is shown if its script fails to load. */
const optionalPart = <P extends object>(load: Part<P>) => lazyOptional(lazyPart(load).load);

export const roleMenu = lazyPart(() => import('./role-menu'));
export const useShareDialog = lazyDialog(() => import('./share-society'), 'society', 'share');
export const { Part: SeenAsPage } = lazyPart(() => import('./seen-as-page'));
export const AboutCard = optionalPart(() => import('./about-card'));
export const useJoinDialog = lazyDialog(() => import('./join-dialog'), 'society');
export const ReplyTime = optionalPart(() => import('./reply-time'));
