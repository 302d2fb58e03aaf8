import { create } from 'zustand';
import { onClear } from '@/lib/entities';

/** What was written for each society's question, until the request has gone. */
const useAnswers = create<Readonly<Record<string, string>>>(() => ({}));
onClear(() => useAnswers.setState({}, true));

export const useAnswer = (societyId: string): string => useAnswers((answers) => answers[societyId] ?? '');

/** What goes with the request; nothing where nothing was written. */
export const answerTo = (societyId: string): string => useAnswers.getState()[societyId]?.trim() ?? '';

export const keepAnswer = (societyId: string, answer: string): void => useAnswers.setState({ [societyId]: answer });
