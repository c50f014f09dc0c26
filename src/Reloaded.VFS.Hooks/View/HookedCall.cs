namespace Reloaded.VFS.Hooks.View;

/// <summary>A call of a hooked function, with the game's arguments.</summary>
/// <typeparam name="TResult">The function's result.</typeparam>
internal interface IHookedCall<TResult>
    where TResult : unmanaged
{
    /// <summary>Gets the outcome for the game if the VFS fails: a literal, passed to <see cref="HandlerFaults.Note"/>.</summary>
    static abstract string Failure { get; }

    /// <summary>Answers the call. Its exceptions are caught by <see cref="HookedCall"/>.</summary>
    /// <param name="isPathMissing">The value of <see cref="HandlerScope.IsPathMissing"/>.</param>
    /// <param name="ended">Gets the original's result as soon as the original isn't to run again, whatever is still to be done.</param>
    TResult Answer(MergedView view, bool isPathMissing, ref Ended<TResult> ended);

    /// <summary>Returns the game's result if the VFS fails before the original has ended. Throws nothing.</summary>
    /// <remarks>
    /// The result is the original's for the call as the game made it, or an error if the original could change what the game must not
    /// change.
    /// </remarks>
    TResult AnswerWithoutVfs(MergedView view);
}

/// <summary>The result of a hooked function's original, once it is known.</summary>
internal struct Ended<TResult>
    where TResult : unmanaged
{
    public bool IsKnown { get; private set; }

    /// <summary>Gets the original's result, if it is known.</summary>
    public TResult Result { get; private set; }

    /// <summary>Notes the original's result, and returns it.</summary>
    public TResult With(TResult result)
    {
        (IsKnown, Result) = (true, result);
        return result;
    }
}

/// <summary>The frame of every handler. No exception leaves a handler, since that would end the game.</summary>
/// <remarks>
/// A call that fails within the VFS ends as the original has ended it, or, if the original hasn't run, as it would without the VFS.
/// </remarks>
internal static class HookedCall
{
    /// <summary>Answers a call within a <see cref="HandlerScope"/>.</summary>
    [SkipLocalsInit]
    public static TResult Run<TCall, TResult>(ref TCall call)
        where TCall : struct, IHookedCall<TResult>, allows ref struct
        where TResult : unmanaged
    {
        using HandlerScope scope = HandlerScope.Enter();
        Ended<TResult> ended = default;
        try
        {
            return call.Answer(MergedView.Current, scope.IsPathMissing, ref ended);
        }
        catch (Exception e)
        {
            return Fail(ref call, e, in ended);
        }
    }

    /// <summary>Answers a call that determines itself which of its own calls go past the hooks.</summary>
    public static TResult RunOutside<TCall, TResult>(ref TCall call)
        where TCall : struct, IHookedCall<TResult>
        where TResult : unmanaged
    {
        Ended<TResult> ended = default;
        try
        {
            return call.Answer(MergedView.Current, isPathMissing: false, ref ended);
        }
        catch (Exception e)
        {
            return Fail(ref call, e, in ended);
        }
    }

    // Out of memory, or a bug of the VFS.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TResult Fail<TCall, TResult>(ref TCall call, Exception cause, in Ended<TResult> ended)
        where TCall : struct, IHookedCall<TResult>, allows ref struct
        where TResult : unmanaged
    {
        HandlerFaults.Note(TCall.Failure, cause);
        return ended.IsKnown ? ended.Result : call.AnswerWithoutVfs(MergedView.Current);
    }
}
