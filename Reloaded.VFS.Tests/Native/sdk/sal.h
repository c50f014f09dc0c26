// Of Visual C++: notes for its analysis, which mean nothing to a compiler. MinGW has most of them, empty; these are the rest.
#include_next <sal.h>

#undef __ANNOTATION
#define __ANNOTATION(fun)
#undef __PRIMOP
#define __PRIMOP(type, fun)
#define _Analysis_noreturn_
#define _Deref_post_z_
#define _Deref_prepost_opt_z_
#define _Interlocked_operand_
#define _Null_
#define _Post_maybez_
#define _Post_ptr_invalid_
#define _Post_z_
#define _Pre_
#define _Pre_maybenull_
#define _Pre_opt_z_
#define _Pre_valid_
#define _Ret_opt_
#define _Post_invalid_
#define _Post_valid_
#undef _SAL_L_Source_
#define _SAL_L_Source_(name, arguments, annotations)
#undef _SAL2_Source_
#define _SAL2_Source_(name, arguments, annotations)
#undef _SA_annotes0
#define _SA_annotes0(name)
#undef _SA_annotes1
#define _SA_annotes1(name, first)
#undef _SA_annotes2
#define _SA_annotes2(name, first, second)
#undef _SA_annotes3
#define _SA_annotes3(name, first, second, third)
#undef _SAL1_Source_
#define _SAL1_Source_(name, arguments, annotations)
#undef _SAL1_1_Source_
#define _SAL1_1_Source_(name, arguments, annotations)
#undef _SAL1_2_Source_
#define _SAL1_2_Source_(name, arguments, annotations)
