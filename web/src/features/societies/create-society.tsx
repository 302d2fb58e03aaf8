import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '#models/contract/pages';

const path = '/societies/new';
/** Looks the path up literally, since the pattern of a society's page matches it too. */
const hasPage = (pages as readonly string[]).includes(path);

/** Link to create a society; sends visitors to the login first. */
export function CreateSociety() {
  const { t } = useTranslation('societies');
  if (!hasPage) return null;
  return (
    <Button component={Link} to={path} size="md" leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}>
      {t('create')}
    </Button>
  );
}
