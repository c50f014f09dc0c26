/* Calls for change notifications that are kept pending here, where the gates of NtClose and of the calls that cancel can end them without
   managed code. */
#pragma once
#include "gate.h"

/* The low word of a call's state; the high word is the generation of its handle's entry. A call is changed only by the thread that
   has filled or claimed it. */
enum { CALL_FREE, CALL_FILLING, CALL_PENDING, CALL_CLAIMED };

/* Managed twin: PendingCall. */
struct rvfs_pending_call {
    volatile u64 state;
    HANDLE event;  /* a duplicate of the game's, or null */
    HANDLE thread; /* the thread that made the call, where an APC has to go to it */
    void *apc, *context;
    void *status_block;
    void *buffer;
    HANDLE port; /* the port that the handle is bound to, if the call reports to it, or null */
    void *key;
    HANDLE held; /* the handle, where it is its file object that is signalled, or null */
    u32 length;
    u32 thread_id;
    u32 information_class;
    u32 port_generation; /* of the port's entry: the game may have closed it */
    uptr held_block[2];  /* IO_STATUS_BLOCK of the system's call that signals the file object */
    u32 is_synchronous;  /* the handle wasn't opened for overlapped calls: the thread waits for the outcome */
};

enum { MOST_PENDING_CALLS = 256, MOST_WATCHES = 128 };

/* A thread that has changed something, and waits until whoever watches has been told. The thread that tells only answers. */
enum { SETTLING_FREE, SETTLING_WAITING, SETTLING_ANSWERED, SETTLING_LEFT, MOST_SETTLING = 16 };

struct rvfs_settling {
    volatile u64 state;
    HANDLE event; /* resets itself; made before the first watch */
};

/* The key of a packet that asks for an answer; its information is the place in settling. */
#define SETTLE_KEY ((void *)(uptr)0xFFFFFFFFu)

/* Managed twin: NotificationTable. */
struct rvfs_notifications {
    struct rvfs_pending_call *calls;
    volatile u64 *watches;  /* the generations of watched handles; 0 is a free place */
    void *finish;           /* rvfs_native_finish_call */
    void *hold;             /* rvfs_native_hold_call */
    void *settle, *settled; /* rvfs_native_settle, rvfs_native_settled */
    struct rvfs_settling *settling;
    /* Filled by managed code before the first watch. */
    HANDLE volatile port; /* gets an empty packet when a watched handle was closed */
    void *set_event, *queue_apc, *set_completion, *delay, *query_thread, *wait;
    i32 closed_status;         /* how calls end whose handle is closed: systems differ */
    volatile i32 watch_places; /* places in watches that were ever used; 0 until the first watch */
    volatile i32 watching;     /* whether anything is watched now, by a thread that runs */
};

extern struct rvfs_notifications rvfs_native_notifications;

/* Whether the handle with this entry is watched. */
int rvfs_notify_is_watched(u64 entry);
/* The handle is closed whose entry this was. */
void rvfs_notify_closed(u64 entry);
/* What the handle leads to is to go with it: its closing is followed, unless more is known of it. */
void rvfs_notify_going(HANDLE handle);
/* Waits until watches are told of what this thread has changed, for a moment at most; at once where nothing is watched. */
void rvfs_native_settle(void);
/* This thread ends. */
void rvfs_notify_thread_ended(void);
