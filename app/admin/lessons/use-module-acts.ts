import { type CourseModule, type ModuleChange, type NewModule, Outline } from '#sync/contract/authoring.ts';
import { api } from '../../session.ts';
import { useAct } from '../use-act.ts';
import { askAgainIfLate, OUTLINE_REFRESHES, showOutline } from './use-outline.ts';

type Written = Partial<NewModule> & ModuleChange;

/** Makes a module of a course, or changes `module`. Resolves with undefined after a failure that a toast has told. */
export function useKeepModule(courseId: number, module: CourseModule | undefined) {
  return useAct({
    send: (written: Written) =>
      api(module ? `/api/admin/modules/${module.id}` : `/api/admin/courses/${courseId}/modules`, {
        method: module ? 'PUT' : 'POST',
        payload: written,
        answer: Outline,
      }),

    said: (_outline, { title = module?.title ?? '' }) =>
      module ? { title: 'Module updated', description: title } : { title: 'Module added', description: title },
    failed: module
      ? { title: 'Error updating module', sentence: 'The module could not be changed.' }
      : { title: 'Error adding module', sentence: 'The module could not be added.' },
    shows: showOutline,
    missed: (failure) => askAgainIfLate(courseId, failure),
    refreshes: OUTLINE_REFRESHES,
  });
}

/** Deletes a module; its lessons stay in the course. */
export function useDeleteModule({ id, courseId, title }: CourseModule) {
  return useAct({
    send: () => api(`/api/admin/modules/${id}`, { method: 'DELETE', answer: Outline }),

    said: () => ({ title: 'Module deleted', description: title }),
    failed: { title: 'Error deleting module', sentence: 'The module could not be deleted.' },
    shows: showOutline,
    missed: (failure) => askAgainIfLate(courseId, failure),
    refreshes: OUTLINE_REFRESHES,
  });
}
