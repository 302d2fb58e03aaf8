import { resumeDoors } from '@/features/attendance/resume-doors';
import { resumeQueue } from './resume-queue';

/** Resumes what an earlier visit has left in the browser: check-ins at doors, and queued actions. */
export async function resumeLeft(): Promise<void> {
  await Promise.all([resumeQueue(), resumeDoors()]);
}
