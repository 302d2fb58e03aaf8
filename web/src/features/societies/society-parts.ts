import { type ComponentType, lazy } from 'react';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';

type Part<P> = () => Promise<{ default: ComponentType<P> }>;

/** What is not seen at once of a society's page comes when it is asked for, with the texts of these parts. */
function part<P extends object>(load: Part<P>, ...texts: string[]) {
  const whole: Part<P> = async () => {
    const [script] = await Promise.all([load(), loadArea('society', ...texts)]);
    return script;
  };
  return { load: whole, Part: lazy(whole) };
}

/** The same of what the page stands without, where its script does not come. */
const extra = <P extends object>(load: Part<P>) => lazyOptional(part(load).load);

export const roleMenu = part(() => import('./role-menu'));
export const shareDialog = part(() => import('./share-society'), 'share');
export const { Part: SeenAsPage } = part(() => import('./seen-as-page'));
export const AboutCard = extra(() => import('./about-card'));
export const joinDialog = part(() => import('./join-dialog'));
export const ReplyTime = extra(() => import('./reply-time'));
