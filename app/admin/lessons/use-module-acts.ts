import { type CourseModule, type ModuleChange, type NewModule, Outline } from '#sync/contract/authoring.ts';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { askAgainIfLate, OUTLINE_REFRESHES, showOutline } from './use-outline.ts';

type Written = Partial<NewModule> & ModuleChange;

/** Makes a module of a course, or changes `module`. Resolves with undefined after a failure that a toast has told. */
export function useKeepModule(courseId: number, module: CourseModule | undefined) {
  return useAct({
    method: module ? 'PUT' : 'POST',
    path: () => (module ? `/api/admin/modules/${module.id}` : `/api/admin/courses/${courseId}/modules`),
    payload: (written: Written) => written,
    answer: Outline,
    said: (_outline, { title = module?.title ?? '' }) =>
      module ? adminToasts.moduleUpdated(title) : adminToasts.moduleAdded(title),
    failed: module ? adminFailures.updateModule : adminFailures.addModule,
    shows: showOutline,
    missed: (failure) => askAgainIfLate(courseId, failure),
    refreshes: OUTLINE_REFRESHES,
  });
}

/** Deletes a module; its lessons stay in the course. */
export function useDeleteModule({ id, courseId, title }: CourseModule) {
  return useAct({
    method: 'DELETE',
    path: () => `/api/admin/modules/${id}`,
    answer: Outline,
    said: () => adminToasts.moduleDeleted(title),
    failed: adminFailures.deleteModule,
    shows: showOutline,
    missed: (failure) => askAgainIfLate(courseId, failure),
    refreshes: OUTLINE_REFRESHES,
  });
}
