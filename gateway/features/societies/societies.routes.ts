import type { FastifyInstance } from 'fastify';
import { adoptingImage, creatingWithImage } from '#gateway/plugins/adopt-image';
import { route } from '#gateway/plugins/calls';
import { getAllSocieties, getSocietiesByUser, getSocietiesByUserPublic, getSocietyInfo, getStatistics } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { followSociety, getFollowedSocieties, setMailCadence, unfollowSociety } from '#models/contract/society-follows';
import { exportMembers, getInsights } from '#models/contract/society-insights';
import { deleteSociety, getRemoved, restoreSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import {
  exportSocietyReport,
  exportSocietyReportTable,
  exportUniversityReport,
  exportUniversityReportTable,
} from '#models/contract/term-reports';
import { createSocietyAction } from './create-society.actions.js';
import { followSocietyAction, getFollowedSocietiesAction, setMailCadenceAction, unfollowSocietyAction } from './follows.actions.js';
import { exportMembersAction, getInsightsAction } from './insights.actions.js';
import { deleteSocietyAction, getRemovedAction, restoreSocietyAction } from './removal.actions.js';
import {
  exportSocietyReportAction,
  exportSocietyReportTableAction,
  exportUniversityReportAction,
  exportUniversityReportTableAction,
} from './reports.actions.js';
import {
  getAllSocietiesAction,
  getSocietiesByUserAction,
  getSocietiesByUserPublicAction,
  getSocietyInfoAction,
  getStatisticsAction,
} from './societies.actions.js';
import { updateInfoAction } from './update-info.actions.js';

export function societiesRoutes(app: FastifyInstance): void {
  route(app, getSocietyInfo, getSocietyInfoAction);
  route(app, getAllSocieties, getAllSocietiesAction);
  route(app, getSocietiesByUser, getSocietiesByUserAction);
  route(app, getSocietiesByUserPublic, getSocietiesByUserPublicAction);
  route(app, getStatistics, getStatisticsAction);
  route(app, getInsights, getInsightsAction);
  route(app, exportMembers, exportMembersAction);
  route(app, exportSocietyReport, exportSocietyReportAction);
  route(app, exportSocietyReportTable, exportSocietyReportTableAction);
  route(app, exportUniversityReport, exportUniversityReportAction);
  route(app, exportUniversityReportTable, exportUniversityReportTableAction);
  route(app, createSociety, ...creatingWithImage(app, createSocietyAction));
  route(app, updateInfo, ...adoptingImage(app, updateInfoAction));
  route(app, deleteSociety, deleteSocietyAction);
  route(app, getRemoved, getRemovedAction);
  route(app, restoreSociety, restoreSocietyAction);
  route(app, followSociety, followSocietyAction);
  route(app, unfollowSociety, unfollowSocietyAction);
  route(app, getFollowedSocieties, getFollowedSocietiesAction);
  route(app, setMailCadence, setMailCadenceAction);
}
