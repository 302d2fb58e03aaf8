/** Loads the feature of every kind of queued action. A module apart, for a smaller first load. */
export const loadQueueFeatures = (): Promise<unknown> =>
  Promise.all([
    import('@/features/posts/toggle-like'),
    import('@/features/posts/write-comment'),
    import('@/features/posts/write-post'),
    import('@/features/events/attendance'),
    import('@/features/events/series-attendance'),
    import('@/features/attendance/doors'),
    import('@/features/attendance/here'),
  ]);
