import { type ComponentType, lazy } from 'react';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';

type Part<P> = () => Promise<{ default: ComponentType<P> }>;

/** Declares a lazily loaded part of the society page, with its texts. */
function lazyPart<P extends object>(load: Part<P>, ...texts: string[]) {
  const loadWithTexts: Part<P> = async () => {
    const [script] = await Promise.all([load(), loadArea('society', ...texts)]);
    return script;
  };
  return { load: loadWithTexts, Part: lazy(loadWithTexts) };
}

/** Declares an optional part: nothing is shown if its script fails to load. */
const optionalPart = <P extends object>(load: Part<P>) => lazyOptional(lazyPart(load).load);

export const roleMenu = lazyPart(() => import('./role-menu'));
export const shareDialog = lazyPart(() => import('./share-society'), 'share');
export const { Part: SeenAsPage } = lazyPart(() => import('./seen-as-page'));
export const AboutCard = optionalPart(() => import('./about-card'));
export const joinDialog = lazyPart(() => import('./join-dialog'));
export const ReplyTime = optionalPart(() => import('./reply-time'));
