/** Days of the week, Sunday first, on which the university is closed: Friday and Saturday. */
const weekend: readonly number[] = [5, 6];

/** Whether a day is part of the weekend. */
export const isWeekend = (day: string): boolean => weekend.includes(new Date(`${day}T12:00`).getDay());
