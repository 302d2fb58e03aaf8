import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '#models/contract/pages';

const to = '/societies/new';
/** The pattern of a society's page fits this path too, so it is looked for by its own name. */
const isThere = (pages as readonly string[]).includes(to);

/** The way to a society of one's own; who is signed out is led through the login. */
export function CreateSociety() {
  const { t } = useTranslation('societies');
  if (!isThere) return null;
  return (
    <Button component={Link} to={to} size="md" leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}>
      {t('create')}
    </Button>
  );
}
