import { writeFileSync } from 'node:fs';
import { apiPage } from '#models/contract/api-page';

writeFileSync(new URL('../docs/api.md', import.meta.url), apiPage());
