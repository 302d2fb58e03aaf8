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

const withSociety = { areas: ['society'] };

export const roleMenu = lazyPart(() => import('./role-menu'));
export const useShareDialog = lazyDialog(() => import('./share-society'), 'society', 'share');
export const { Part: SeenAsPage } = lazyPart(() => import('./seen-as-page'));
export const AboutCard = lazyOptional(() => import('./about-card'), withSociety);
export const useJoinDialog = lazyDialog(() => import('./join-dialog'), 'society');
export const MuteQuestion = lazyOptional(() => import('./mute-question'));
export const UnfollowQuestion = lazyOptional(() => import('./unfollow-question'));
export const ReplyTime = lazyOptional(() => import('./reply-time'), withSociety);
