import { useSelector } from 'react-redux';
import type { AuthState, WithAuth } from '@/api/auth-slice';
import { useGetMeQuery, type Role, type User } from '@/api/user';

export const useAuth = (): AuthState => useSelector((state: WithAuth) => state.auth);

/** The signed-in user; undefined until the profile has come. */
export function useUser(): User | undefined {
  const { isAuthenticated } = useAuth();
  return useGetMeQuery(undefined, { skip: !isAuthenticated }).data;
}

export const useRole = (): Role | undefined => useUser()?.role;
