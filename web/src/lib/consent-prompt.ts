import { create } from 'zustand';

/** Whether this visit began with the university's login, which asks for no consent to the terms and the privacy policy. */
export const useCameByUniversity = create<{ came: boolean }>(() => ({ came: false }));

/** Notes that the university's login has led back. */
export const noteUniversityLogin = (): void => useCameByUniversity.setState({ came: true });
