import { Button } from '@mantine/core';
import { IconLogout2, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { lazyDialog } from '@/components/lazy-dialog';
import { useLeaveSociety } from '../use-leave-society';
import css from './settings.module.css';

const useDeleteDialog = lazyDialog(() => import('./delete-dialog'));

function DangerAction({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={css.danger}>
      <div>
        <p className="h3">{title}</p>
        <p className="small soft">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** Settings section to leave or delete the society. */
export function DangerZone({ society }: { society: Society }) {
  const { t } = useTranslation('society-settings');
  const leave = useLeaveSociety(society);
  const [dialog, open] = useDeleteDialog({ society });
  return (
    <section className={`card ${css.box}`} aria-label={t('section.danger')}>
      <header>
        <h3 className="h2">{t('section.danger')}</h3>
        <p className="small soft">{t('lead.danger')}</p>
      </header>
      <div>
        {society.Can.leave && (
          <DangerAction title={t('danger.leave')} text={t('danger.leaveText')}>
            <Button
              variant="default"
              leftSection={<IconLogout2 size={17} className="flip" aria-hidden="true" />}
              onClick={() => void leave()}
            >
              {t('danger.leave')}
            </Button>
          </DangerAction>
        )}
        <DangerAction title={t('danger.delete')} text={t('danger.deleteText')}>
          <Button color="rose" leftSection={<IconTrash size={17} aria-hidden="true" />} onClick={open}>
            {t('danger.delete')}
          </Button>
        </DangerAction>
      </div>
      {dialog}
    </section>
  );
}
