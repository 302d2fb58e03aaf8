import { vi } from 'vitest';

// Load the app's modules anew for each file. Files of a worker share the simulated browser and the libraries, but no store.
vi.resetModules();
