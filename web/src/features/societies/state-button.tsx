import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { askBeforeJoining, type JoinAnswer } from '@/components/ask-before-joining';
import { BusyButton } from '@/components/busy-button';
import { useUser } from '@/lib/session';
import { useAction } from '@/sync/mutations';
import { FollowButton, isFollowable } from './follow';
import { join, withdraw } from './join';
import { MuteButton } from './mute';
import { RoleButton } from './role-button';
import { ShareButton } from './share-button';
import css from './society-header.module.css';
import { ReplyTime, useJoinDialog } from './society-parts';

/** Join link for visitors, through the login and back. */
function LoginLink() {
  const { t } = useTranslation('societies');
  const { pathname, search } = useLocation();
  return (
    <Button component={Link} to="/login" state={{ from: pathname + search }}>
      {t('join.login')}
    </Button>
  );
}

function PendingRequest({ id }: { id: string }) {
  const { t } = useTranslation('societies');
  const { run } = useAction(() => withdraw(id));
  return (
    <>
      <Button disabled>{t('join.sent')}</Button>
      <Button variant="default" data-online onClick={() => void run()}>
        {t('join.withdraw')}
      </Button>
    </>
  );
}

/** Button to join, through a dialog if the society is a sensitive one or asks a question. */
function JoinButton({ society }: { society: Society }) {
  const { ID, Name, Question, Can } = society;
  const { t } = useTranslation('societies');
  const given = useRef<JoinAnswer>({});
  const { run: ask, isBusy } = useAction(() => join(ID, given.current));
  const [dialog, open] = useJoinDialog({ id: ID, name: Name, question: Question, send: ask });
  const { run: begin } = useAction(async () => {
    const answer = await askBeforeJoining(society);
    if (!answer) return;
    given.current = answer;
    if (Question) open();
    else await ask();
  });
  if (!Can.join)
    return (
      <Button disabled title={t('join.denied')}>
        {t('join.action')}
      </Button>
    );
  return (
    <>
      <BusyButton busy={isBusy} busyLabel={t('join.asking')} onClick={() => void begin()}>
        {t('join.action')}
      </BusyButton>
      {dialog}
    </>
  );
}

/** Moves the focus on when the focused control is replaced by another. */
function useRestoredFocus(state: string) {
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    const isLost = !box.current?.contains(document.activeElement);
    if (state && hasFocus.current && isLost) box.current?.querySelector<HTMLElement>('button:not(:disabled), [tabindex]')?.focus();
  }, [state]);
  // Removing a focused control sends no blur event, so `hasFocus` stays true then.
  const onFocus = () => {
    hasFocus.current = true;
  };
  const onBlur = () => {
    hasFocus.current = false;
  };
  return { ref: box, onFocus, onBlur };
}

/** Button for the viewer's membership: join, pending request, or role with mute button. */
export function StateButton({ society, isInert = false }: { society: Society; isInert?: boolean }) {
  const { t } = useTranslation('societies');
  const isSignedIn = useUser() !== null;
  const { ID, Role, Request_Status, Privacy, Median_Reply_Hours } = society;
  // Joining an open society also settles an earlier request, so offer it instead of the pending state.
  const isOpenToAll = Privacy?.visibility === 'public' && !Privacy.joinApproval;
  const isPending = Request_Status === 'pending' && !isOpenToAll;
  const restoredFocus = useRestoredFocus(Role ?? (isPending ? 'pending' : 'none'));
  let shown: ReactNode = <LoginLink />;
  if (Role) shown = <RoleButton society={society} />;
  else if (isSignedIn && isPending) shown = <PendingRequest id={ID} />;
  else if (isSignedIn) shown = <JoinButton society={society} />;
  return (
    <div className={css.buttons} inert={isInert}>
      <div {...restoredFocus} className={css.standing} aria-live="polite">
        {shown}
        {Role && <MuteButton society={society} />}
        {isSignedIn && isFollowable(society) && <FollowButton society={society} />}
      </div>
      {!Role && isSignedIn && Request_Status === 'rejected' && <p className={`${css.reply} small soft`}>{t('join.rejectedNote')}</p>}
      <ShareButton society={society} />
      {!Role && isSignedIn && <RoleButton society={society} />}
      {!Role && Median_Reply_Hours !== null && (
        <p className={`${css.reply} micro dim`}>
          <ReplyTime hours={Median_Reply_Hours} />
        </p>
      )}
    </div>
  );
}
