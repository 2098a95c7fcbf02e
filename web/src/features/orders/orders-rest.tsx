export { SearchRest as default } from '@/shared/filters/search-rest';
