export const FILTER_ID = 'board-filter';
