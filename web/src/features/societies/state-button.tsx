import { Button } from '@mantine/core';
import { IconCheck, IconSettings, IconShield } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { BusyButton } from '@/components/busy-button';
import { useUser } from '@/lib/session';
import { join, withdraw } from './membership';
import css from './society-header.module.css';

const roleIcons = { admin: IconSettings, moderator: IconShield, member: IconCheck };

function Belonging({ role }: { role: NonNullable<Society['Role']> }) {
  const { t } = useTranslation('societies');
  const Icon = roleIcons[role];
  return (
    <span className={css.state}>
      <Icon size={17} stroke={1.75} aria-hidden="true" />
      {t(`role.${role}`)}
    </span>
  );
}

function Asked({ id, onAct }: { id: string; onAct: () => void }) {
  const { t } = useTranslation('societies');
  const takeBack = () => {
    onAct();
    void withdraw(id);
  };
  return (
    <>
      <Button disabled>{t('join.sent')}</Button>
      <Button variant="default" onClick={takeBack}>
        {t('join.withdraw')}
      </Button>
    </>
  );
}

function Joining({ id, isDenied, onAct }: { id: string; isDenied: boolean; onAct: () => void }) {
  const { t } = useTranslation('societies');
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    onAct();
    await join(id);
    setBusy(false);
  };
  if (isDenied)
    return (
      <Button disabled title={t('join.denied')}>
        {t('join.action')}
      </Button>
    );
  return (
    <BusyButton busy={isBusy} busyLabel={t('join.asking')} onClick={() => void ask()}>
      {t('join.action')}
    </BusyButton>
  );
}

/** Where a button one pressed gives way to another, the focus goes on there. */
function useFocusAfter(state: string) {
  const box = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  useEffect(() => {
    if (state && acted.current) box.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    acted.current = false;
  }, [state]);
  const onAct = () => {
    acted.current = true;
  };
  return { box, onAct };
}

/** How the viewer stands to the society: Join Society, Request Sent, or what they are in it. */
export function StateButton({ society }: { society: Society }) {
  const isSignedIn = useUser() !== null;
  const { ID, Role, Request_Status, Can } = society;
  const isPending = Request_Status === 'pending';
  const { box, onAct } = useFocusAfter(Role ?? (isPending ? 'pending' : 'none'));
  let shown: ReactNode = null;
  if (Role) shown = <Belonging role={Role} />;
  else if (isSignedIn && isPending) shown = <Asked id={ID} onAct={onAct} />;
  else if (isSignedIn) shown = <Joining id={ID} isDenied={!Can.join} onAct={onAct} />;
  return (
    <div ref={box} className={css.buttons} aria-live="polite">
      {shown}
    </div>
  );
}
